import { FilePage } from '../../_features/files/file-page';

type Props = {
  searchParams: Promise<{
    path?: string | string[];
    line?: string | string[];
    workspace?: string | string[];
  }>;
};

/** `?path=notes/plan.md&line=12` shows a file. A path of a folder, or no path, lists the folder. */
export default async function FilesPage({ searchParams }: Props) {
  const { path, line, workspace } = await searchParams;
  const shownPath = firstOf(path);
  const workspaceId = firstOf(workspace) || null;
  return (
    <FilePage
      key={`${workspaceId} ${shownPath}`}
      path={shownPath}
      line={toLine(firstOf(line))}
      workspaceId={workspaceId}
    />
  );
}

function firstOf(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

function toLine(text: string): number | null {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : null;
}
