import { styleClass } from '../../../theme/classes.ts';
import { Badge } from '../marks/Badge.tsx';
import { KeyCap } from '../marks/KeyCap.tsx';
import type { FinderItem } from './finder.ts';

const optionClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minH: 'max(36px, var(--target))',
  px: '4',
  cursor: 'default',
  scrollMarginBlock: '8px',
  '& > svg': { flex: 'none', color: 'fg.muted' },
  '& > span': { minW: '0' },
  '& > small': { flex: '1', minW: '0', textStyle: 'xs', color: 'fg.muted' },
  '&[aria-selected=true]': { bg: 'bg.muted', boxShadow: 'inset 2px 0 0 var(--chakra-colors-accent-solid)' },
});

interface FinderOptionProps {
  id: string;
  item: FinderItem;
  current: boolean;
  onPoint: () => void;
  onRun: () => void;
}

/** A result line. */
export function FinderOption({ id, item, current, onPoint, onRun }: FinderOptionProps) {
  const { icon: Icon, label, note, count, keys, lang } = item;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above it hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the current one
    <div
      id={id}
      role="option"
      aria-selected={current}
      className={optionClass()}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      {Icon && <Icon size={16} />}
      <span className="cut" lang={lang}>
        {label}
      </span>
      <small className="cut">{note}</small>
      <Badge count={count ?? 0} />
      {keys && <KeyCap keys={keys} />}
    </div>
  );
}
