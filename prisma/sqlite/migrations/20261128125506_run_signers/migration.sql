-- AlterTable
ALTER TABLE "Run" ADD COLUMN "signersJson" TEXT;
