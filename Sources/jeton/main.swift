import JetonCLI

Program.runAndExit()
