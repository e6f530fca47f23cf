import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../../kit/i18n/i18n.ts';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { useField } from '../settings/place.ts';
import { noteKey } from './look.ts';

export const COLOUR = /^#[0-9a-f]{6}$/i;
const NOTE_LENGTH = 200;

const swatchClass = styleClass({
  display: 'flex',
  gap: '2',
  alignItems: 'center',
  w: 'full',
  '& > input[type=color]': { flex: 'none', w: '10', h: 'control', p: '0', borderWidth: '0', bg: 'transparent' },
});

/** Note below the heading of the sign-in page, in one language. */
export function Note({ language }: { language: keyof typeof LANGUAGE_NAMES }) {
  const field = useField(noteKey(language));
  return (
    <div data-wide lang={language}>
      <Field label={LANGUAGE_NAMES[language]} error={field.error}>
        <TextInput
          name={noteKey(language)}
          maxLength={NOTE_LENGTH}
          value={String(field.value ?? '')}
          disabled={field.locked}
          onChange={event => field.put(event.target.value || null)}
        />
      </Field>
    </div>
  );
}

/** Accent colour, entered as hex or chosen in the browser's picker. */
export function Accent() {
  const { t } = useTranslation('errors');
  const field = useField('accent');
  const typed = String(field.value ?? '');
  const valid = COLOUR.test(typed);
  const put = (value: string) => field.put(value || null);
  return (
    <Field label={field.label} error={field.error ?? (typed && !valid ? t('COLOUR_INVALID') : undefined)}>
      <span className={swatchClass()}>
        <input
          type="color"
          aria-label={field.label}
          value={valid ? typed.toLowerCase() : '#0b6673'}
          disabled={field.locked}
          onChange={event => put(event.target.value.toUpperCase())}
        />
        <TextInput
          name="accent"
          maxLength={7}
          placeholder="#0B6673"
          value={typed}
          disabled={field.locked}
          onChange={event => put(event.target.value)}
        />
      </span>
    </Field>
  );
}

/** Whether the label is used for all unknown host names. */
export function Default() {
  const field = useField('isDefault');
  return (
    <div data-wide>
      <Checkbox
        label={field.label}
        checked={field.value === true}
        disabled={field.locked}
        onChange={event => field.put(event.target.checked)}
      />
    </div>
  );
}
