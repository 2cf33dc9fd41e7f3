'use client';

import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { IconDownload } from '@/app/_ui/icons/icons';
import { nameOf } from '../../_ui/files/file-address';
import { useFileAddresses } from '../../_ui/files/workspace-context';
import { PageHeader } from '../../_ui/shell/page-header';
import { CopyText } from '../../_ui/text/copy-text';
import { revealNameToString } from '../../_ui/text/reveal-characters';
import { drawnKindOf, FileContent } from './file-content';
import { FileFacts } from './file-facts';
import classes from './files.module.css';
import type { ShownFile } from './shown-file';

type Props = { file: ShownFile; line: number | null };

const drawnWord = { document: 'Document', table: 'Table', picture: 'Picture' } as const;

/** A longer text starts as its source, because drawing it would block the page. */
const maxDrawnCharacters = 300_000;

/** Shows one file: its facts, its content and a download. */
export function FileScreen({ file, line }: Props) {
  const { content, path } = file;
  const { rawAddress } = useFileAddresses();
  const drawnKind = drawnKindOf(file);
  const isLong = content.kind === 'text' && content.text.length > maxDrawnCharacters;
  const [isSource, setIsSource] = useState(line !== null || (drawnKind === 'document' && isLong));
  return (
    <>
      <PageHeader
        title={revealNameToString(nameOf(path))}
        lead={<FileFacts file={file} />}
        actions={
          <>
            {drawnKind && (
              <SegmentedControl
                size="xs"
                aria-label="How to show the file"
                value={isSource ? 'source' : 'drawn'}
                onChange={(value) => setIsSource(value === 'source')}
                data={[
                  { value: 'drawn', label: drawnWord[drawnKind] },
                  { value: 'source', label: 'Source' },
                ]}
              />
            )}
            {content.kind === 'text' && content.isWhole && content.text !== '' && (
              <CopyText text={content.text} label="Copy the text" variant="default" size="input-xs" />
            )}
            <Button
              component="a"
              href={rawAddress(path, 'download')}
              download
              size="xs"
              variant="default"
              leftSection={<IconDownload size={15} aria-hidden />}
            >
              Download
            </Button>
          </>
        }
      />
      {content.kind === 'text' && !content.isWhole && (
        <p className={classes['cut']} role="note">
          Only the first 1 MB is shown. Download the file for the rest.
        </p>
      )}
      <FileContent file={file} isSource={isSource} line={line} />
    </>
  );
}
