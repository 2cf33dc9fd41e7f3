import type { TouchedPath } from '../../domain/assessment';
import type { Obstacle } from '../../domain/obstacle';
import { isSameName } from '../../shared/name-forms';
import { countOf, formatBytes, formatCount } from '../../shared/quantities';
import type { TargetKind } from '../../tools/workspace/target-kind.port';

/** Describes a path of a waiting call whose entry changed after the request. */
export type ChangedTarget = {
  path: string;
  /**
   * Names the call's effect on the path. It is null when the call's tool does not say, or when the path is
   * the workspace folder itself.
   */
  how: TouchedPath['how'] | null;
  /** Names the kind of entry at the time of the request. */
  was: TargetKind | null;
  /** This is null when nothing is known, or when the call cannot work with the entry. */
  now: TargetKind | null;
};

/** Says what happened to the target of a call that still works. */
export function describeChange({ path, was, now }: ChangedTarget): string {
  if (was === 'absent' && now !== null && now !== 'absent')
    return `${path} was created after this was requested.`;
  if (was !== 'absent' && now === 'absent') return `${path} no longer exists.`;
  if (was === 'place' && now === 'place') return `${path} is now another folder.`;
  if (was !== null && now !== null && was !== now) return `${path} is now a ${now}.`;
  return `${path} changed after this was requested.`;
}

/**
 * Explains to the person who decides why a call cannot work with what is there now. `message` says what
 * happened, and `problem` why that matters and what the person can do. Without an obstacle, the tool has told
 * only the model.
 */
export function explainObstacle(
  obstacle: Obstacle | undefined,
  change: ChangedTarget,
): { message: string; problem: string } {
  if (obstacle === undefined)
    return {
      message: describeChange(change),
      problem:
        'This cannot work with what is there now. Undo that change to approve this, or reject the request.',
    };
  return { message: `${describeNow(obstacle, change)}.`, problem: describeWayOut(obstacle, change) };
}

/** Returns the sentence without the period at its end. */
function describeNow(obstacle: Obstacle, { path, how, was }: ChangedTarget): string {
  if (obstacle.kind === 'workspace') {
    const subject = how === null ? 'The' : `The server can no longer reach ${path}: the`;
    return `${subject} workspace folder ${obstacle.fault}`;
  }
  if (obstacle.kind === 'unknown') return `The server cannot check ${path} right now`;
  const { path: place } = obstacle;
  const now = describePlace(obstacle, was);
  return isSameName(place, path) ? now : `The server can no longer reach ${path}: ${now}`;
}

type Placed = Extract<Obstacle, { path: string }>;

function describePlace(obstacle: Placed, was: TargetKind | null): string {
  const { path } = obstacle;
  switch (obstacle.kind) {
    case 'missing':
      return `${path} no longer exists`;
    case 'link':
      return `${path} is now a link`;
    case 'not_file':
      return `${path} is now neither a file nor a folder`;
    case 'not_folder':
      return was === 'place' ? `${path} is no longer a folder` : `${path} is not a folder`;
    case 'folder':
      return `${path} is now a folder`;
    case 'closed':
      return `${path} is now closed to the server`;
    case 'private':
      return `${path} now belongs to Countersign itself`;
    case 'hard_link':
      return `${path} now has a second name (a hard link)`;
    case 'not_text':
      return `${path} no longer contains text`;
    case 'changing':
      return `Another program is changing ${path} right now`;
    case 'ambiguous':
      return `Several files or folders now have the name ${path}, in different Unicode forms`;
    case 'taken':
      return `${path} was created after this was requested`;
    case 'same_content':
      return `${path} now has exactly this content`;
    case 'text_missing':
      return `${path} no longer contains the text to replace`;
    case 'text_repeated':
      return `${path} now contains the text to replace ${formatCount(obstacle.count)} times`;
    case 'not_empty': {
      const items = countOf(obstacle.entryCount, 'item');
      return was === 'folder'
        ? `${path} is no longer empty (${items})`
        : `${path} is now a folder with ${items}`;
    }
    case 'too_large':
      return `${path} is now larger than ${formatBytes(obstacle.maxBytes)}`;
    case 'result_too_large':
      return `With this change, ${path} would now have more than ${formatBytes(obstacle.maxBytes)}`;
  }
}

function describeWayOut(obstacle: Obstacle, { path, how, was }: ChangedTarget): string {
  const undo = was === 'absent' ? 'Rename or remove it' : 'Put the original back';
  const putBack = `${undo} to approve this, or reject the request.`;
  switch (obstacle.kind) {
    case 'missing':
      return how === 'deleted' ? 'Nothing is left to delete. Reject the request.' : putBack;
    case 'link':
      return `Countersign does not follow links. ${putBack}`;
    case 'private':
      return `Countersign does not change its own files. ${putBack}`;
    case 'closed':
      if (was === 'absent' && isSameName(obstacle.path, path)) return putBack;
      return 'Give the server access to it again to approve this, or reject the request.';
    case 'hard_link':
      return 'The other name may be outside the workspace. Remove it to approve this, or reject the request.';
    case 'ambiguous':
      return 'Rename all of them but one to approve this, or reject the request.';
    case 'changing':
      return 'Wait a moment: this request follows the change by itself. You can also reject it.';
    case 'taken':
      return 'This does not replace what is there. Rename or remove it to approve this, or reject with guidance and suggest another name.';
    case 'same_content':
      return 'Nothing is left to write. Reject the request.';
    case 'text_missing':
      return 'Put that text back to approve this, or reject with guidance.';
    case 'text_repeated':
      return 'This replaces a text that occurs once. Leave it in one place to approve this, or reject with guidance.';
    case 'not_empty':
      return 'Countersign deletes only empty folders. Empty it to approve this, or reject the request.';
    case 'too_large':
      return `Countersign does not change files that large. ${putBack}`;
    case 'result_too_large':
      return 'Countersign does not make files that large. Make the file smaller to approve this, or reject the request.';
    case 'workspace':
      return 'You can approve this once the folder is back, or reject it.';
    case 'unknown':
      return `${obstacle.reason} You can approve this once the server can check it, or reject it.`;
    case 'not_file':
    case 'not_folder':
    case 'folder':
    case 'not_text':
      return putBack;
  }
}

/**
 * Says why a call that is not yet requested cannot work, for the person who fills in the form of its
 * workflow.
 */
export function toPlainReason(obstacle: Obstacle): string {
  switch (obstacle.kind) {
    case 'missing':
      return `${obstacle.path} does not exist.${obstacle.hint}`;
    case 'link':
      return `${obstacle.path} is a link, and Countersign does not follow links.`;
    case 'not_file':
      return `${obstacle.path} is not a regular file.`;
    case 'not_folder':
      return `${obstacle.path} is not a folder.`;
    case 'folder':
      return `${obstacle.path} is a folder, not a file.`;
    case 'closed':
      return `${obstacle.path} is closed to the server.`;
    case 'private':
      return `${obstacle.path} belongs to Countersign itself.`;
    case 'hard_link':
      return `${obstacle.path} has a second name (a hard link), so Countersign does not change it.`;
    case 'not_text':
      return `${obstacle.path} does not contain text.`;
    case 'ambiguous':
      return `Several files or folders have the name ${obstacle.path}, in different Unicode forms. Rename all of them but one.`;
    case 'changing':
      return `Another program is changing ${obstacle.path} right now. Try again in a moment.`;
    case 'taken':
      return `${obstacle.path} already exists. Choose another name, or rename or remove what is there.`;
    case 'same_content':
      return `${obstacle.path} already has exactly this content.`;
    case 'text_missing':
      return `${obstacle.path} does not contain the text to replace.`;
    case 'text_repeated':
      return `${obstacle.path} contains the text to replace ${formatCount(obstacle.count)} times, and this replaces a text that occurs once.`;
    case 'not_empty':
      return `${obstacle.path} is not empty (${countOf(obstacle.entryCount, 'item')}).`;
    case 'too_large':
      return `${obstacle.path} is larger than ${formatBytes(obstacle.maxBytes)}, and Countersign does not change such files.`;
    case 'result_too_large':
      return `With this change, ${obstacle.path} would have more than ${formatBytes(obstacle.maxBytes)}.`;
    case 'workspace':
      return `The workspace folder ${obstacle.fault}.`;
    case 'unknown':
      return obstacle.reason;
  }
}
