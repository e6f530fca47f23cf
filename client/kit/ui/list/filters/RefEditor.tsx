import { chakra } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFoundOptions } from '../../controls/options.ts';
import { TextInput } from '../../controls/TextInput.tsx';
import { useRefLoad } from '../../form/inputs/choices/ref-options.ts';
import { useListWords } from '../model/words.ts';
import { Choices } from './ChoiceEditor.tsx';
import { ChoiceWord } from './ConditionWords.tsx';
import type { EditorProps } from './editor-props.ts';

/** Edits a filter by records of another module, found by any part of their names; selected ones stay on top. */
export function RefEditor({ name, field, label, condition, onChange }: EditorProps) {
  const t = useListWords();
  const { t: common } = useTranslation('common');
  const [typed, setTyped] = useState('');
  const { to, where } = field.kind === 'ref' || field.kind === 'refs' ? field : { to: '', where: undefined };
  const { options, state } = useFoundOptions(useRefLoad(to, where), typed, true);
  const notes = new Map(options.map(option => [option.value, option.note]));
  // Records selected when the editor opened come first; later ones keep their position.
  const [first] = useState(condition.in ?? []);
  const special = [...(to === 'employee' ? ['me'] : []), ...(field.required ? [] : ['none'])];
  const chosen = condition.in ?? [];
  const ids = options.map(option => option.value);
  const lead = typed ? [] : [...special, ...first.filter(id => !special.includes(id))];
  const values = [...lead, ...ids.filter(id => !lead.includes(id))];
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
        word={value => (
          <>
            <ChoiceWord field={name} value={value} />
            {notes.get(value) && (
              <chakra.small ms="2" textStyle="xs" color="fg.subtle">
                {notes.get(value)}
              </chakra.small>
            )}
          </>
        )}
        onChange={next => onChange({ in: next })}
      />
      {ids.length === 0 && (
        <chakra.p role="status" px="3" pb="2" color="fg.subtle">
          {common(`options.${state === 'ready' ? 'none' : state}`)}
        </chakra.p>
      )}
    </>
  );
}
