import { IconPhotoOff } from '../icons/icons';
import { RevealedText } from '../text/revealed-text';
import { toLinkTarget } from './link-target';
import classes from './markdown.module.css';

/**
 * Shows a placeholder and never loads the image. The request alone would tell the image's server that someone
 * opened the page.
 */
export function ImagePlaceholder({ source, description }: { source: string; description: string }) {
  const host = toLinkTarget(source)?.host;
  return (
    <span className={classes['image']}>
      <IconPhotoOff size={16} aria-hidden />
      Picture not loaded
      {description && (
        <>
          : <RevealedText text={description} />
        </>
      )}
      {host && ` (${host})`}
    </span>
  );
}
