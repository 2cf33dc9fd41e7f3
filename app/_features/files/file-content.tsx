'use client';

import { IconFileText, IconFileUnknown } from '@/app/_ui/icons/icons';
import { formatBytes } from '@/lib/shared/quantities';
import { CodeLines } from '../../_ui/code/code-lines';
import { nameOf } from '../../_ui/files/file-address';
import { useFileAddresses } from '../../_ui/files/workspace-context';
import { Markdown } from '../../_ui/markdown/markdown';
import { EmptyNote } from '../../_ui/state/empty-note';
import { languageOf } from '../../_ui/syntax/language-of';
import { revealNameToString } from '../../_ui/text/reveal-characters';
import classes from './files.module.css';
import { PictureView } from './picture-view';
import type { ShownFile } from './shown-file';
import { TableView } from './table-view';

type Props = { file: ShownFile; isSource: boolean; line: number | null };

/** Says how to draw a text, by its file name. Returns null for plain text. */
export function drawnKindOf({ path, content }: ShownFile): 'document' | 'table' | 'picture' | null {
  if (content.kind !== 'text' || content.text === '') return null;
  if (/\.(?:md|markdown)$/i.test(path)) return 'document';
  if (/\.(?:csv|tsv)$/i.test(path)) return 'table';
  return /\.svg$/i.test(path) && content.isWhole ? 'picture' : null;
}

export function FileContent({ file, isSource, line }: Props) {
  const { content, path, version } = file;
  const { rawAddress } = useFileAddresses();
  const label = revealNameToString(nameOf(path));
  if (content.kind === 'image') {
    return <PictureView label={label} source={`${rawAddress(path, 'shown')}&version=${version}`} />;
  }
  if (content.kind === 'unreadable') {
    return (
      <EmptyNote icon={<IconFileUnknown size={26} stroke={1.5} />} title="Not a text file">
        {content.reason === 'binary'
          ? `It is ${formatBytes(file.size)} of binary data. Download it to open it in another program.`
          : 'It is not encoded in UTF-8, so its characters would be wrong here. Download it to open it in another program.'}
      </EmptyNote>
    );
  }
  if (content.text === '') {
    return (
      <EmptyNote icon={<IconFileText size={26} stroke={1.5} />} title="This file is empty">
        It exists, and there is nothing in it.
      </EmptyNote>
    );
  }
  const drawn = isSource ? null : drawnKindOf(file);
  if (drawn === 'document') {
    return (
      <article className={classes['document']} aria-label={label}>
        <Markdown text={content.text} document={path} />
      </article>
    );
  }
  if (drawn === 'table') return <TableView label={label} text={content.text} />;
  if (drawn === 'picture') return <PictureView label={label} source={toPictureAddress(content.text)} />;
  return (
    <div className={classes['code']}>
      <CodeLines label={label} text={content.text} language={languageOf(path)} markedLine={line} />
    </div>
  );
}

/** Loads a drawing as a picture, so that it runs no script and loads nothing. */
function toPictureAddress(svg: string): string {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.toWellFormed())}`;
}
