public import JetonCMS
public import JetonFiles

extension FileOutput: ByteSink {}
