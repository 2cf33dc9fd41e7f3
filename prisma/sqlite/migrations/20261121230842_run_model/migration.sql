-- AlterTable
ALTER TABLE "Run" ADD COLUMN "modelJson" TEXT;
