-- CreateTable
CREATE TABLE "DriveRequest" (
    "runId" TEXT NOT NULL PRIMARY KEY,
    "requestedAt" DATETIME NOT NULL,
    CONSTRAINT "DriveRequest_runId_fkey" FOREIGN KEY ("runId") REFERENCES "Run" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Runs that an older version left in the middle of their work.
INSERT INTO "DriveRequest" ("runId", "requestedAt")
SELECT "id", "updatedAt" FROM "Run" WHERE "status" IN ('queued', 'calling_model', 'tool_ready', 'tool_running');
