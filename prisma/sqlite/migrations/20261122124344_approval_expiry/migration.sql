-- AlterTable
ALTER TABLE "Approval" ADD COLUMN "expiresAt" DATETIME;

-- AlterTable
ALTER TABLE "Run" ADD COLUMN "approvalExpiresAfterMs" INTEGER;

-- CreateIndex
CREATE INDEX "Approval_status_expiresAt_idx" ON "Approval"("status", "expiresAt");
