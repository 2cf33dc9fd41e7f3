import { systemActor } from '../../domain/actor';
import type { Database } from '../ports/database';
import type { WorkspaceMarkerStore } from '../ports/server-store.port';
import { storedWorkspaceMarker } from '../rows/stored-settings';
import { writeSetting } from '../rows/write-setting';
import { writeUnlessTaken } from '../rows/write-unless-taken';

const keyOf = (workspaceId: string) => `workspace_marker_${workspaceId}`;

export function createWorkspaceMarkerStore(database: Database): WorkspaceMarkerStore {
  return {
    agree: (workspaceId, marker) =>
      writeUnlessTaken(database, async (transaction) => {
        const key = keyOf(workspaceId);
        const found = await transaction.setting.findUnique({ where: { key } });
        if (found) return storedWorkspaceMarker.parse(JSON.parse(found.valueJson)).workspaceMarker;
        const value = { valueJson: JSON.stringify({ workspaceMarker: marker }), updatedAt: new Date() };
        await transaction.setting.create({ data: { key, ...value, updatedById: systemActor.id } });
        return marker;
      }),
    replace: (workspaceId, marker) =>
      database.write((transaction) =>
        writeSetting(transaction, keyOf(workspaceId), { workspaceMarker: marker }, systemActor.id),
      ),
  };
}
