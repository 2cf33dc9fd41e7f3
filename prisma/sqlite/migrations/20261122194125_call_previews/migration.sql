-- CreateTable
CREATE TABLE "CallPreview" (
    "callId" TEXT NOT NULL PRIMARY KEY,
    "previewJson" TEXT NOT NULL,
    CONSTRAINT "CallPreview_callId_fkey" FOREIGN KEY ("callId") REFERENCES "ToolCall" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- A call that no one is asked about has one only if there is something to see.
INSERT INTO "CallPreview" ("callId", "previewJson")
SELECT "id", "previewJson" FROM "ToolCall"
WHERE "previewJson" <> '[]' OR "id" IN (SELECT "callId" FROM "Approval");

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_ToolCall" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "runId" TEXT NOT NULL,
    "step" INTEGER NOT NULL,
    "tool" TEXT NOT NULL,
    "parametersJson" TEXT NOT NULL,
    "layers" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "headline" TEXT NOT NULL,
    "outcomeJson" TEXT,
    "requestedAt" DATETIME NOT NULL,
    "finishedAt" DATETIME,
    CONSTRAINT "ToolCall_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_ToolCall" ("finishedAt", "hash", "headline", "id", "layers", "outcomeJson", "parametersJson", "requestedAt", "runId", "step", "tool") SELECT "finishedAt", "hash", "headline", "id", "layers", "outcomeJson", "parametersJson", "requestedAt", "runId", "step", "tool" FROM "ToolCall";
DROP TABLE "ToolCall";
ALTER TABLE "new_ToolCall" RENAME TO "ToolCall";
CREATE INDEX "ToolCall_runId_step_idx" ON "ToolCall"("runId", "step");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
