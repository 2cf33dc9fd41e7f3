-- CreateTable
CREATE TABLE "Server" (
    "id" TEXT COLLATE "C" NOT NULL,
    "host" TEXT COLLATE "C" NOT NULL,
    "processId" INTEGER NOT NULL,
    "version" TEXT COLLATE "C" NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "heartbeatAt" TIMESTAMP(3) NOT NULL,
    "isDraining" BOOLEAN NOT NULL,
    "activeRuns" INTEGER NOT NULL,
    "waitingRuns" INTEGER NOT NULL,

    CONSTRAINT "Server_pkey" PRIMARY KEY ("id")
);
