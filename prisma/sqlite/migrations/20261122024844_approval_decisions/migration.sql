-- CreateTable
CREATE TABLE "ApprovalDecision" (
    "approvalId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "actorId" TEXT NOT NULL,
    "actorName" TEXT NOT NULL,
    "decision" TEXT NOT NULL,
    "words" TEXT,
    "digest" TEXT,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("approvalId", "number"),
    CONSTRAINT "ApprovalDecision_approvalId_fkey" FOREIGN KEY ("approvalId") REFERENCES "Approval" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Decisions made before this table existed. Nobody kept what the person saw.
INSERT INTO "ApprovalDecision" ("approvalId", "number", "actorId", "actorName", "decision", "words", "digest", "at")
SELECT "id", 1, "decidedById", "decidedByName",
       CASE "status" WHEN 'approved' THEN 'approve' WHEN 'rejected' THEN 'reject' ELSE 'reject_with_guidance' END,
       "reason", NULL, "decidedAt"
FROM "Approval"
WHERE "status" IN ('approved', 'rejected', 'rejected_with_guidance')
  AND "decidedById" IS NOT NULL AND "decidedByName" IS NOT NULL AND "decidedAt" IS NOT NULL;
