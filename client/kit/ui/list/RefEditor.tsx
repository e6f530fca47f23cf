import { chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchRefs } from '../../refs.ts';
import { type LoadOptions, useOptions } from '../options.ts';
import { TextInput } from '../TextInput.tsx';
import { Choices } from './ChoiceEditor.tsx';
import { ChoiceWord } from './ConditionWords.tsx';
import type { EditorProps } from './editors.tsx';

import { useListWords } from './words.ts';

/** Edits a filter over records of another module: found by typing any part of their names; the chosen ones stay on top. */
export function RefEditor({ name, field, label, condition, onChange }: EditorProps) {
  const t = useListWords();
  const { t: common } = useTranslation('common');
  const [typed, setTyped] = useState('');
  const { to, where } = field.kind === 'ref' || field.kind === 'refs' ? field : { to: '', where: undefined };
  const load = useCallback<LoadOptions>(
    async (words, signal) =>
      (await searchRefs(to, words, where, signal)).map(({ id, name, code }) => ({
        value: id,
        label: code && code !== name ? `${name} (${code})` : name,
      })),
    [to, where],
  );
  const { options, state } = useOptions(load, typed, true);
  // What was chosen as the editor opened stands first; what is chosen since stays where it is.
  const [first] = useState(condition.in ?? []);
  const special = [...(to === 'employee' ? ['me'] : []), ...(field.required ? [] : ['none'])];
  const chosen = condition.in ?? [];
  const found = options.map(option => option.value);
  const lead = typed ? [] : [...special, ...first.filter(id => !special.includes(id))];
  const values = [...lead, ...found.filter(id => !lead.includes(id))];
  return (
    <>
      <chakra.div p="2" borderBottomWidth="1px" borderColor="border">
        <TextInput
          size="sm"
          place="bar"
          icon={Search}
          aria-label={t('kit:filter.pick', { name: label })}
          placeholder={t('kit:list.search')}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
      </chakra.div>
      <Choices
        label={label}
        values={values}
        chosen={chosen}
        word={value => <ChoiceWord field={name} value={value} />}
        onChange={next => onChange({ in: next })}
      />
      {found.length === 0 && (
        <chakra.p role="status" px="3" pb="2" color="fg.subtle">
          {common(`options.${state === 'ready' ? 'none' : state}`)}
        </chakra.p>
      )}
    </>
  );
}
