'use client';

import { useState } from 'react';
import { IconPhotoOff } from '@/app/_ui/icons/icons';
import { EmptyNote } from '../../_ui/state/empty-note';
import classes from './files.module.css';

/** Shows a picture with its size in pixels, on a background that reveals transparent areas. */
export function PictureView({ label, source }: { label: string; source: string }) {
  const [size, setSize] = useState<string | null>(null);
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return (
      <EmptyNote icon={<IconPhotoOff size={26} stroke={1.5} />} title="This picture can’t be shown">
        The file may be damaged. Download it to look at it in another program.
      </EmptyNote>
    );
  }
  return (
    <figure className={classes['picture']}>
      {/** biome-ignore lint/performance/noImgElement: an optimized copy would not be the file */}
      <img
        src={source}
        alt={label}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize(naturalWidth > 0 ? `${naturalWidth} × ${naturalHeight} pixels` : null)
        }
        onError={() => setIsBroken(true)}
      />
      <figcaption>{size ?? ' '}</figcaption>
    </figure>
  );
}
