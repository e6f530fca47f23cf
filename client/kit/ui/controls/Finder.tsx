import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import { VisuallyHidden } from '../marks/VisuallyHidden.tsx';
import { FinderOption } from './FinderOption.tsx';
import type { FinderGroup, FinderItem } from './finder.ts';

const fieldClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  flex: 'none',
  h: '12',
  px: '4',
  borderBottomWidth: '1px',
  borderColor: 'border',
  '& > svg': { color: 'fg.muted', flex: 'none' },
  '& > input': { flex: '1', minW: '0', h: 'full', bg: 'transparent', outline: 'none', fontSize: '16px' },
  '& > input::placeholder': { color: 'fg.subtle' },
  // The whole line acts as the field.
  '&& > input:focus-visible': { outline: 'none', boxShadow: 'none' },
  _focusWithin: { borderColor: 'accent.solid' },
});
const listClass = styleClass({
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  minH: '0',
  py: '1.5',
  '& [role=presentation]': { px: '4', pt: '2.5', pb: '1', textStyle: 'xs', color: 'fg.subtle' },
});
const emptyClass = styleClass({ px: '4', py: '5', color: 'fg.muted', textAlign: 'center' });

interface FinderProps {
  /** Label for screen readers and placeholder. */
  label: string;
  typed: string;
  onTyped: (text: string) => void;
  groups: readonly FinderGroup[];
  /** Shown if nothing is found. */
  empty: string;
  /** Number of results, for screen readers. */
  count: string;
  /** Whether more results may arrive. */
  busy?: boolean;
  /** Shown while the search continues elsewhere, instead of "nothing found". */
  goesOn?: string;
  onRun: (item: FinderItem) => void;
}

/** A search field with grouped results below: arrow keys move, Enter or a click selects. */
export function Finder({ label, typed, onTyped, groups, empty, count, busy, goesOn, onRun }: FinderProps) {
  const id = useId();
  const items = groups.flatMap(group => group.items);
  const [at, setAt] = useState('');
  const current = items.find(item => item.key === at) ?? items[0];
  const list = useRef<HTMLDivElement>(null);
  const shown = current?.key;
  useEffect(() => {
    if (shown) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  const optionId = (item: FinderItem) => `${id}-${item.key}`;
  function press(event: KeyboardEvent) {
    // Enter that ends an IME composition must not select the item.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const index = current ? items.indexOf(current) : -1;
    const to = {
      ArrowDown: (index + 1) % items.length,
      ArrowUp: (index - 1 + items.length) % items.length,
      PageDown: Math.min(items.length - 1, index + 8),
      PageUp: Math.max(0, index - 8),
    }[event.key];
    if (to !== undefined) setAt(items[to]?.key ?? '');
    else if (event.key === 'Enter' && current) onRun(current);
    else return;
    event.preventDefault();
  }
  return (
    <>
      <div className={fieldClass()}>
        <Search size={16} />
        <input
          // biome-ignore lint/a11y/noAutofocus: it is opened to type into
          autoFocus
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          placeholder={label}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          onChange={event => {
            setAt('');
            onTyped(event.target.value);
          }}
          onKeyDown={press}
        />
      </div>
      <VisuallyHidden>
        <span role="status">{!busy && (goesOn || (items.length === 0 ? empty : count))}</span>
      </VisuallyHidden>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-busy={busy || Boolean(goesOn)}
        className={listClass()}
        tabIndex={-1}
      >
        {groups.map(
          group =>
            group.items.length > 0 && (
              // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
              <div key={group.key} role="group" aria-labelledby={group.label ? `${id}-${group.key}` : undefined}>
                {group.label && (
                  <div role="presentation" id={`${id}-${group.key}`}>
                    {group.label}
                  </div>
                )}
                {group.items.map(item => (
                  <FinderOption
                    key={item.key}
                    id={optionId(item)}
                    item={item}
                    current={item === current}
                    onPoint={() => setAt(item.key)}
                    onRun={() => onRun(item)}
                  />
                ))}
              </div>
            ),
        )}
      </div>
      {goesOn ? (
        <p className={emptyClass()}>{goesOn}</p>
      ) : (
        items.length === 0 && !busy && <p className={emptyClass()}>{empty}</p>
      )}
    </>
  );
}
