"""The calls of other packages, answered by zhengwen: change the import and nothing else."""
