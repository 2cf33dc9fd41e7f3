-- AlterTable
ALTER TABLE "Run" ADD COLUMN "requestHash" TEXT;
