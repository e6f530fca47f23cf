import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import { Button } from '../controls/Button.tsx';

const panelClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  w: { base: 'full', md: '320px' },
  position: { base: 'sticky', md: 'static' },
  bottom: '0',
  zIndex: 'bar',
  bg: 'bg',
  borderInlineStartWidth: { base: '0', md: '1px' },
  borderTopWidth: { base: '1px', md: '0' },
  borderColor: 'border',
  // On a phone the page shows the changes itself, so only the buttons stay.
  '& > h2': {
    display: { base: 'none', md: 'flex' },
    alignItems: 'center',
    gap: '2',
    flex: 'none',
    h: '13',
    px: '4',
    textStyle: 'md',
    fontWeight: 'semibold',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  '& > h2 small': { px: '1.5', borderRadius: 'full', bg: 'bg.muted', textStyle: 'xs', fontWeight: 'normal' },
  '& > div': {
    display: { base: 'none', md: 'block' },
    flex: '1',
    minH: '0',
    overflow: 'auto',
    px: '4',
    py: '3',
    color: 'fg.muted',
  },
  '& ul': { listStyle: 'none', m: '0', mb: '3', p: '0' },
  '& > footer': { display: 'flex', gap: '2', flex: 'none', p: '3', borderTopWidth: '1px', borderColor: 'border' },
  '& > footer > :last-child': { flex: '1' },
});
const noteClass = styleClass({
  display: 'flex',
  gap: '2',
  p: '3',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'lg',
  textStyle: 'sm',
  '& > svg': { flex: 'none', w: '4', h: '4', mt: '0.5', color: 'waiting.fg' },
  '& strong': { display: 'block', fontWeight: 'semibold', color: 'fg' },
});

interface ReviewPanelProps {
  title: string;
  /** Number of unsaved changes. */
  count: number;
  /** Shown without changes. */
  nothing: string;
  /** List of changes. */
  children: ReactNode;
  /** Effect of saving on others. */
  note?: { title: string; text: string } | undefined;
  discard: string;
  save: string;
  busy: boolean;
  onDiscard: () => void;
  onSave: () => void;
}

/** Unsaved changes beside the edited page, with buttons to save or discard. */
export function ReviewPanel(props: ReviewPanelProps) {
  const { title, count, note } = props;
  return (
    <aside className={panelClass()} aria-label={title}>
      <h2>
        {title} <small>{count}</small>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a body that scrolls takes the keys */}
      <div tabIndex={0}>
        {count === 0 && <p>{props.nothing}</p>}
        {props.children}
        {count > 0 && note && (
          <div className={noteClass()}>
            <Info aria-hidden />
            <p>
              <strong>{note.title}</strong>
              {note.text}
            </p>
          </div>
        )}
      </div>
      {count > 0 && (
        <footer>
          <Button onClick={props.onDiscard}>{props.discard}</Button>
          <Button look="filled" busy={props.busy} onClick={props.onSave}>
            {props.save}
          </Button>
        </footer>
      )}
    </aside>
  );
}
