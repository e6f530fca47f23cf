import { chakra } from '@chakra-ui/react';
import type { Choices } from '@lobby/shared/kit/notification-topics.ts';
import { QUIET_DEFAULT, QUIET_MODES, type Quiet } from '@lobby/shared/kit/quiet-hours.ts';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';

interface QuietChoicesProps {
  kind: 'staff' | 'resident';
  chosen: Pick<Choices, 'quiet' | 'hideText'>;
  onChange: (chosen: Partial<Choices>) => void;
}

/** Initial quiet hours of the user's own choice. */
const NIGHT = { from: '21:00', to: '07:00' };

/** Quiet hours of a user's devices, and whether push notifications hide their text. */
export function QuietChoices({ kind, chosen: { quiet, hideText }, onChange }: QuietChoicesProps) {
  const { t } = useTranslation('account');
  const { mode, from, to }: Quiet = quiet ?? QUIET_DEFAULT[kind];
  const turn = (to: string) => {
    const next = QUIET_MODES[kind].find(candidate => candidate === to);
    if (next) onChange({ quiet: next === 'OWN' ? { mode: next, ...NIGHT } : { mode: next } });
  };
  const set = (name: 'from' | 'to', value: string) =>
    value && onChange({ quiet: { mode, ...NIGHT, ...(from && { from }), ...(to && { to }), [name]: value } });
  return (
    <chakra.div display="flex" flexDirection="column" gap="3" mt="4">
      <Field label={t('choices.quiet.title')} help={t('choices.quiet.help')}>
        <Select
          value={mode}
          choices={QUIET_MODES[kind].map(value => ({ value, label: t(`choices.quiet.modes.${value}`) }))}
          onChange={event => turn(event.target.value)}
        />
      </Field>
      {mode === 'OWN' && (
        <chakra.div display="flex" gap="3">
          {(['from', 'to'] as const).map(name => (
            <Field key={name} label={t(`choices.quiet.${name}`)}>
              <TextInput
                type="time"
                value={(name === 'from' ? from : to) ?? NIGHT[name]}
                onChange={event => set(name, event.target.value)}
              />
            </Field>
          ))}
        </chakra.div>
      )}
      <Checkbox
        label={t('choices.hideText')}
        checked={hideText}
        onChange={event => onChange({ hideText: event.target.checked })}
      />
    </chakra.div>
  );
}
