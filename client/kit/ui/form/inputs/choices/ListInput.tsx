import { chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../../../theme/classes.ts';
import { Checkbox } from '../../../controls/Checkbox.tsx';
import { useFoundOptions } from '../../../controls/options.ts';
import { TextInput } from '../../../controls/TextInput.tsx';
import { useFieldWords, useFormScope } from '../../form-context.ts';
import type { TypedValues } from '../../read-form.ts';
import { extentAfter, extentIn, type ListChange, pressed } from './list-choice.ts';
import { nameOf, useRefLoad, useRefs } from './ref-options.ts';

const boxesClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  minW: '0',
  maxH: '320px',
  mt: '2',
  mx: '0',
  p: '0',
  overflowY: 'auto',
  borderWidth: '0',
  '& label': { flex: 'none', w: 'full', minH: 'max(36px, var(--target))', px: '2', borderRadius: 'sm' },
  '& label:hover': { bg: 'bg.muted' },
});

interface ListInputProps {
  /** The list that the act changes, by its name in the form. */
  name: string;
  /** Present list of each edited record; undefined if not all are loaded. */
  held: readonly (readonly string[])[] | undefined;
}

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter(id => typeof id === 'string') : []);

/** Additions to and removals from lists of references: a checkbox each, on for all, some or none. */
export function ListInput({ name, held }: ListInputProps) {
  const { t } = useTranslation(['kit', 'common']);
  const { fields, name: words, group } = useFormScope();
  const say = useFieldWords(words, group);
  const add = useController<TypedValues>({ name: 'add' });
  const remove = useController<TypedValues>({ name: 'remove' });
  const [typed, setTyped] = useState('');
  const field = fields.add?.kind === 'refs' ? fields.add : undefined;
  const to = field?.to ?? '';
  const load = useRefLoad(to, field?.where);
  const { options, state } = useFoundOptions(load, typed, true);
  const change: ListChange = { add: idsIn(add.field.value), remove: idsIn(remove.field.value) };
  const offered = options.map(option => option.value);
  const lead = typed ? [] : [...new Set(held?.flat())];
  const ids = [...lead, ...offered.filter(id => !lead.includes(id))];
  const names = useRefs(to, ids);
  const press = (id: string) => {
    const next = pressed(change, id, extentIn(held, id));
    add.field.onChange(next.add);
    remove.field.onChange(next.remove);
  };
  function enter(event: KeyboardEvent) {
    // Without text Enter submits the act; with text it toggles the result.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !typed) return;
    event.preventDefault();
    // Waits for the results of the typed text.
    const loading = state === 'ready' ? Promise.resolve(options) : load(typed, new AbortController().signal);
    void loading.then(
      ([first]) => {
        if (!first) return;
        press(first.value);
        setTyped('');
      },
      () => undefined,
    );
  }
  const extents = ids.map(id => extentAfter(change, id, extentIn(held, id)));
  const error = add.fieldState.error?.message ?? remove.fieldState.error?.message;
  return (
    <div>
      <TextInput
        icon={Search}
        aria-label={say.label(name)}
        placeholder={t('kit:list.search')}
        autoComplete="off"
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={enter}
      />
      <fieldset aria-label={say.label(name)} className={boxesClass()}>
        {ids.map((id, at) => (
          <Checkbox
            key={id}
            label={nameOf(names[at])}
            checked={extents[at] === 'all'}
            indeterminate={extents[at] === 'some'}
            onChange={() => press(id)}
          />
        ))}
      </fieldset>
      {ids.length === 0 && (
        <chakra.p role="status" px="2" color="fg.subtle">
          {t(`common:options.${state === 'ready' ? 'none' : state}`)}
        </chakra.p>
      )}
      {extents.includes('some') && (
        <chakra.p mt="2" textStyle="xs" color="fg.muted">
          {t('kit:act.some')}
        </chakra.p>
      )}
      {error && (
        <chakra.p role="alert" mt="2" textStyle="xs" color="bad.fg">
          {error}
        </chakra.p>
      )}
    </div>
  );
}
