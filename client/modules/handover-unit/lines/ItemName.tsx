import { propertyItem } from '@lobby/shared/modules/handover-data.ts';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useDetail } from '../../../kit/live/useRows.ts';
import { styleClass } from '../../../theme/classes.ts';

const pictureClass = styleClass({
  position: 'fixed',
  zIndex: 'tooltip',
  w: '180px',
  h: '135px',
  objectFit: 'cover',
  borderRadius: 'md',
  borderWidth: '1px',
  borderColor: 'border',
  bg: 'bg.muted',
  boxShadow: 'md',
  pointerEvents: 'none',
});
const HEIGHT = 135;

/** Name of an item, with its picture on hover. */
export function ItemName({ id, name }: { id: string; name: string }) {
  const [at, setAt] = useState<DOMRect | null>(null);
  return (
    <span
      className="cut"
      onPointerEnter={event => event.pointerType === 'mouse' && setAt(event.currentTarget.getBoundingClientRect())}
      onPointerLeave={() => setAt(null)}
    >
      {name}
      {at && <Picture id={id} name={name} at={at} />}
    </span>
  );
}

/** Positioned below the name, or above it at the end of the window. */
function Picture({ id, name, at }: { id: string; name: string; at: DOMRect }) {
  const { data } = useDetail(propertyItem, id);
  const [image] = data?.image ?? [];
  if (!image) return null;
  const top = at.bottom + HEIGHT + 8 < window.innerHeight ? at.bottom + 4 : at.top - HEIGHT - 4;
  return createPortal(
    <img
      className={pictureClass()}
      style={{ left: at.left, top }}
      src={image.thumbUrl ?? image.url ?? ''}
      alt={name}
    />,
    document.body,
  );
}
