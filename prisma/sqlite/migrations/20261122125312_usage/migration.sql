-- AlterTable
ALTER TABLE "Run" ADD COLUMN "usageJson" TEXT;

-- CreateTable
CREATE TABLE "Usage" (
    "runId" TEXT NOT NULL,
    "quarter" DATETIME NOT NULL,
    "model" TEXT NOT NULL,
    "workflowId" TEXT,
    "calls" INTEGER NOT NULL,
    "unreported" INTEGER NOT NULL,
    "input" INTEGER NOT NULL,
    "cached" INTEGER NOT NULL,
    "output" INTEGER NOT NULL,
    "reasoning" INTEGER NOT NULL,
    "amountUsd" REAL,
    "unpriced" INTEGER NOT NULL,

    PRIMARY KEY ("runId", "quarter", "model")
);

-- CreateIndex
CREATE INDEX "Usage_quarter_idx" ON "Usage"("quarter");
