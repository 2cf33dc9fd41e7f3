-- AlterTable
ALTER TABLE "Conversation" ADD COLUMN "deletedAt" DATETIME;
