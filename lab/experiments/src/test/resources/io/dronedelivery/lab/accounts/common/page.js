// The page of InterruptedExperimentTest.
