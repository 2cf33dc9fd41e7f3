-- AlterTable
ALTER TABLE "Approval" ADD COLUMN "signerRole" TEXT;
ALTER TABLE "Approval" ADD COLUMN "barredSignerId" TEXT;

-- AlterTable
ALTER TABLE "AuditEntry" ADD COLUMN "isPrivate" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Conversation" ADD COLUMN "isPrivate" BOOLEAN NOT NULL DEFAULT false;
