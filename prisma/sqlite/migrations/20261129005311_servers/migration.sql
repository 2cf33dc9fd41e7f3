-- CreateTable
CREATE TABLE "Server" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "host" TEXT NOT NULL,
    "processId" INTEGER NOT NULL,
    "version" TEXT NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "heartbeatAt" DATETIME NOT NULL,
    "isDraining" BOOLEAN NOT NULL,
    "activeRuns" INTEGER NOT NULL,
    "waitingRuns" INTEGER NOT NULL
);
