import { Button } from '@mantine/core';
import { IconSignature } from '@/app/_ui/icons/icons';
import classes from './request-notice.module.css';

/**
 * Says that a request waits until the person stops typing. It takes no key, and pressing its button leaves
 * the focus in the field.
 */
export function RequestNotice({ onOpen }: { onOpen: () => void }) {
  return (
    <div className={classes['notice']} role="status">
      <IconSignature size={18} className={classes['icon']} aria-hidden />
      <p>
        <strong>A request needs you.</strong> Opens when you stop typing.
      </p>
      <Button size="compact-sm" onMouseDown={(event) => event.preventDefault()} onClick={onOpen}>
        Open now
      </Button>
    </div>
  );
}
