import { styleClass } from '../../../theme/classes.ts';
import { KeyCap } from '../marks/KeyCap.tsx';
import { type CannedReply, fillIn } from './canned.ts';

const listClass = styleClass({
  p: '1',
  borderBottomWidth: '1px',
  borderColor: 'border',
  '& > div': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minH: '8',
    px: '2',
    borderRadius: 'md',
    cursor: 'pointer',
  },
  '& > [aria-selected=true]': { bg: 'bg.muted' },
  '& strong': { fontWeight: 'semibold', flex: 'none', maxW: '60%' },
  '& small': { textStyle: 'sm', color: 'fg.muted', flex: '1', minW: '0' },
});

interface CannedListProps {
  id: string;
  replies: readonly CannedReply[];
  chosen: number;
  onUse: (index: number) => void;
  values: Readonly<Record<string, string | undefined>>;
  label: string;
}

/** Canned replies or colleagues above the text in the composer; arrow keys move, Enter selects. */
export function CannedList({ id, replies, chosen, onUse, values, label }: CannedListProps) {
  if (replies.length === 0) return null;
  return (
    <div id={id} role="listbox" aria-label={label} className={listClass()}>
      {replies.map((reply, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field above keeps the focus and hears the keys
        <div
          key={reply.id}
          id={`${id}-${reply.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onClick={() => onUse(index)}
        >
          <strong className="cut">{reply.name}</strong>
          <small className="cut">{fillIn(reply.content, values)}</small>
          {index === chosen && <KeyCap keys="Enter" />}
        </div>
      ))}
    </div>
  );
}
