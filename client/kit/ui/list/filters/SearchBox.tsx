import { useSetAtom } from 'jotai';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { debounce } from '../../../http/debounce.ts';
import { IconButton } from '../../controls/Button.tsx';
import { TextInput } from '../../controls/TextInput.tsx';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';

const PAUSE_MS = 250;

/** Search box of a list, without need for accents. Searches after a pause in typing. */
export function SearchBox({ autoFocus }: { autoFocus?: boolean }) {
  const { state, change, sought } = useListModel();
  const seek = useSetAtom(sought);
  const t = useListWords();
  const q = state.filter.q ?? '';
  const [typed, setTyped] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef({ typed, state, change });
  latest.current = { typed, state, change };
  /** Searches not in the URL yet, in order. */
  const sent = useRef<string[]>([]);
  const [ask] = useState(() =>
    debounce(() => {
      const { typed: words, state: now, change: tell } = latest.current;
      if ((now.filter.q ?? '') === words.trim()) return;
      sent.current.push(words.trim());
      // A search is one history entry, not one per letter.
      tell(before => ({ filter: { ...before.filter, q: words } }), now.filter.q ? 'replace' : 'push');
    }, PAUSE_MS),
  );
  useEffect(() => ask.cancel, [ask]);
  useEffect(() => {
    // Either an echo of the input, or a change from elsewhere: back, forward, cleared filters.
    const echo = sent.current.indexOf(q);
    sent.current = echo < 0 ? [] : sent.current.slice(echo + 1);
    if (echo >= 0 || q === latest.current.typed.trim()) return;
    ask.cancel();
    setTyped(q);
  }, [q, ask]);
  const type = (words: string) => {
    setTyped(words);
    latest.current.typed = words;
  };
  return (
    <TextInput
      ref={input}
      type="search"
      place="bar"
      icon={Search}
      keys={typed || autoFocus ? undefined : '/'}
      aria-label={t('kit:list.search')}
      placeholder={t('kit:list.search')}
      data-list-search=""
      autoFocus={autoFocus}
      maxLength={100}
      value={typed}
      onChange={event => {
        type(event.target.value);
        seek(null);
        ask.soon();
      }}
      onKeyDown={event => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter' || event.key === 'ArrowDown') {
          event.preventDefault();
          ask.now();
          seek(typed.trim());
        }
        if (event.key === 'Escape') {
          event.preventDefault();
          if (typed === '') return input.current?.blur();
          type('');
          ask.now();
        }
      }}
      after={
        typed ? (
          <IconButton
            icon={X}
            size="sm"
            label={t('kit:list.clearSearch')}
            onClick={() => {
              type('');
              ask.now();
              input.current?.focus();
            }}
          />
        ) : undefined
      }
    />
  );
}
