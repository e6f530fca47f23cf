import { Combobox as Chakra, chakra, createListCollection, Portal } from '@chakra-ui/react';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { Check, ChevronDown, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { type LoadOptions, type Option, useFoundOptions } from './options.ts';

interface SharedProps {
  /** Must be stable between renders (`useCallback`), since a change triggers another request. */
  load: LoadOptions;
  placeholder?: string;
  disabled?: boolean;
  onBlur?: () => void;
  /** Opens at once, where the search is the only purpose. */
  autoOpen?: boolean | undefined;
  /** Required outside of a `Field`. */
  'aria-label'?: string;
}

interface ComboboxProps extends SharedProps {
  value: Option | null;
  onChange: (option: Option | null) => void;
}

/** Selects one record by typing part of its name: a unit, a resident, an employee. */
export function Combobox({ value, onChange, ...rest }: ComboboxProps) {
  return <Search {...rest} chosen={value ? [value] : []} onChosen={([option]) => onChange(option ?? null)} />;
}

interface ManyComboboxProps extends SharedProps {
  value: readonly Option[];
  onChange: (options: readonly Option[]) => void;
}

const chipsClass = styleClass({ display: 'flex', flexWrap: 'wrap', gap: '1', pb: '1', '&:empty': { display: 'none' } });
const chipClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  h: 'controlSmall',
  maxW: 'full',
  ps: '2',
  pe: '1',
  bg: 'bg.muted',
  borderRadius: 'md',
  '& button': { display: 'inline-flex', p: '1', borderRadius: 'sm', color: 'fg.muted', _hover: { color: 'fg' } },
});

/** Selects several records, shown as chips above the search. */
export function ManyCombobox({ value, onChange, ...rest }: ManyComboboxProps) {
  const { t } = useTranslation('common');
  return (
    <chakra.div w="full">
      <span className={chipsClass()}>
        {value.map(option => (
          <span key={option.value} className={chipClass()}>
            <span className="cut">{option.label}</span>
            <button
              type="button"
              aria-label={t('filter.remove', { label: option.label })}
              onClick={() => onChange(value.filter(other => other.value !== option.value))}
            >
              <X size={14} />
            </button>
          </span>
        ))}
      </span>
      <Search {...rest} many chosen={value} onChosen={onChange} />
    </chakra.div>
  );
}

interface SearchProps extends SharedProps {
  many?: boolean;
  chosen: readonly Option[];
  onChosen: (options: readonly Option[]) => void;
}

function Search({
  load,
  many,
  chosen,
  onChosen,
  placeholder,
  disabled,
  onBlur,
  autoOpen = false,
  ...rest
}: SearchProps) {
  const { t } = useTranslation('common');
  const [typed, setTyped] = useState('');
  // While closed the field shows the chosen record, whatever was typed.
  const words = many ? '' : (chosen[0]?.label ?? '');
  const [text, setText] = useState(words);
  const [open, setOpen] = useState(false);
  const opened = useRef(!autoOpen);
  const { options, state } = useFoundOptions(load, typed, open);
  const latest = useRef({ chosen, onChosen });
  latest.current = { chosen, onChosen };
  const take = (option: Option | undefined) => {
    if (!option) return;
    const others = many ? latest.current.chosen.filter(({ value }) => value !== option.value) : [];
    latest.current.onChosen([...others, option]);
  };
  /** Waits for the results of the typed text: Enter takes the first one, Tab only an unambiguous one. */
  const finish = (event: KeyboardEvent) => {
    const { key } = event;
    // If it opened by itself, Enter takes the first option once it is loaded.
    const picks = autoOpen && !many && !typed.trim() && (state === 'loading' || lit === null);
    if (!open || !(typed.trim() || picks) || event.nativeEvent.isComposing) return;
    if (key === 'Enter' && (state === 'loading' || picks)) {
      // Enter neither submits the form nor takes a result of an earlier text.
      event.preventDefault();
      event.stopPropagation();
      void load(typed, new AbortController().signal).then(
        matches => {
          take(matches[0]);
          setOpen(matches.length === 0);
        },
        () => undefined,
      );
    }
    if (key !== 'Tab' || !typed.trim()) return;
    const loading = state === 'loading' ? load(typed, new AbortController().signal) : Promise.resolve(options);
    void loading.then(
      all => take(all.length === 1 ? all[0] : all.find(({ label }) => fold(label) === fold(typed.trim()))),
      () => undefined,
    );
  };
  // If it opened by itself, Enter takes the first option, as after typing.
  const [lit, setLit] = useState<string | null>(null);
  const first = options[0]?.value ?? null;
  useEffect(() => {
    if (autoOpen && open) setLit(before => before ?? first);
  }, [autoOpen, open, first]);
  // While closed the collection holds the chosen options, to show their names; while open only the listed ones.
  const collection = useMemo(
    () => createListCollection({ items: open ? options : chosen, itemToString: option => option.label }),
    [options, chosen, open],
  );
  return (
    <Chakra.Root
      collection={collection}
      value={chosen.map(option => option.value)}
      onValueChange={({ items }) => onChosen(items)}
      inputValue={open ? text : words}
      onInputValueChange={({ inputValue, reason }) => {
        setText(inputValue);
        setTyped(reason === 'input-change' ? inputValue : '');
      }}
      open={open}
      onOpenChange={details => {
        if (details.open && details.reason !== 'input-change') setText(words);
        setOpen(details.open);
      }}
      {...(autoOpen && {
        highlightedValue: lit,
        onHighlightChange: ({ highlightedValue }: { highlightedValue: string | null }) => setLit(highlightedValue),
      })}
      multiple={many}
      selectionBehavior={many ? 'clear' : 'replace'}
      inputBehavior="autohighlight"
      openOnClick
      disabled={disabled}
      placeholder={placeholder ?? (disabled ? undefined : t('options.find'))}
      positioning={{ sameWidth: true, gutter: 4 }}
      lazyMount
    >
      <Chakra.Control>
        <Chakra.Input
          {...rest}
          onKeyDownCapture={finish}
          onBlur={onBlur}
          onClick={event => {
            // Typing replaces the name of the current choice.
            if (!many && !open) event.currentTarget.select();
          }}
          onFocus={() => {
            // Only once: a user who closed it has looked.
            if (!opened.current) setTimeout(() => setOpen(true));
            opened.current = true;
          }}
        />
        <Chakra.IndicatorGroup>
          {!many && !disabled && chosen.length > 0 && (
            <Chakra.ClearTrigger aria-label={t('act.clear')}>
              <X />
            </Chakra.ClearTrigger>
          )}
          <Chakra.Trigger aria-label={t('act.open')}>
            <ChevronDown />
          </Chakra.Trigger>
        </Chakra.IndicatorGroup>
      </Chakra.Control>
      <Portal>
        <Chakra.Positioner>
          <Chakra.Content aria-busy={state === 'loading'}>
            {options.length === 0 && (
              <chakra.div role="option" aria-disabled aria-selected={false} px="2" py="1.5" color="fg.subtle">
                {t(`options.${state === 'ready' ? 'none' : state}`)}
              </chakra.div>
            )}
            {options.map(option => (
              <Chakra.Item key={option.value} item={option}>
                <Chakra.ItemText>
                  {option.label}
                  {option.note && (
                    <chakra.span display="block" textStyle="xs" color="fg.subtle" fontWeight="normal">
                      {option.note}
                    </chakra.span>
                  )}
                </Chakra.ItemText>
                <Chakra.ItemIndicator>
                  <Check />
                </Chakra.ItemIndicator>
              </Chakra.Item>
            ))}
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}
