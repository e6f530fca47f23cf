import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import type { templateVariables } from '@lobby/shared/modules/template.contract.ts';
import { groupOf, TEMPLATE_PURPOSES, VARIABLES, WORD_PLACES } from '@lobby/shared/modules/template-words.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../kit/live/useContract.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { styleClass } from '../../theme/classes.ts';
import type { Words } from './words.ts';

const panelClass = styleClass({
  display: 'grid',
  gap: '2',
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: '1.5', maxH: '56', overflowY: 'auto' },
  '& h4': { flexBasis: 'full', color: 'fg.muted', textStyle: 'xs', fontWeight: 'semibold' },
  '& button': {
    minH: '7',
    px: '2',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'md',
    textStyle: 'xs',
    _hover: { bg: 'bg.subtle' },
    _disabled: { opacity: 0.6, cursor: 'not-allowed' },
  },
  '& small': { color: 'fg.muted', textStyle: 'xs' },
});

const GROUPS = [...new Set(VARIABLES.map(groupOf))];

/** Template variables by group with their current value; those not allowed for channel and purpose are disabled. */
export function VariablePanel({ words, onInsert }: { words: Words; onInsert: (name: string) => void }) {
  const { t } = useTranslation('template');
  const [typed, setTyped] = useState('');
  const { purpose, channel, language } = words;
  const { data } = useContract<typeof templateVariables>('/template/variables', {
    query: {
      purpose: TEMPLATE_PURPOSES.find(templatePurpose => templatePurpose === purpose),
      channel: WORD_PLACES.find(wordPlace => wordPlace === channel),
      language: LANGUAGES.find(candidate => candidate === language),
    },
  });
  const allowed = new Map((data ?? []).map(variable => [variable.name, variable]));
  const wanted = fold(typed.trim());
  const titleOf = (name: string) => t(`variables.${name.replaceAll('.', '_')}`);
  const matches = VARIABLES.filter(({ name }) => wanted === '' || fold(`${titleOf(name)} ${name}`).includes(wanted));
  return (
    <section className={panelClass()} aria-label={t('panel.title')} data-wide="">
      <Field label={t('panel.title')}>
        <TextInput
          type="search"
          value={typed}
          placeholder={t('panel.search')}
          onChange={event => setTyped(event.target.value)}
        />
      </Field>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <div tabIndex={0}>
        {GROUPS.map(group => {
          const ofGroup = matches.filter(variable => groupOf(variable) === group);
          return ofGroup.length === 0
            ? null
            : [
                <h4 key={group}>{t(`groups.${group}`)}</h4>,
                ...ofGroup.map(({ name }) => (
                  <button
                    key={name}
                    type="button"
                    disabled={data !== undefined && !allowed.has(name)}
                    title={
                      data !== undefined && !allowed.has(name)
                        ? t('panel.not')
                        : [name, allowed.get(name)?.value || allowed.get(name)?.sample].filter(Boolean).join(': ')
                    }
                    // Keeps the caret, since the variable is inserted there.
                    onMouseDown={event => event.preventDefault()}
                    onClick={() => onInsert(name)}
                  >
                    {titleOf(name)}
                  </button>
                )),
              ];
        })}
        {matches.length === 0 && <small>{t('panel.none')}</small>}
      </div>
    </section>
  );
}
