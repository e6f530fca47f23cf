import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { Palette } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../kit/i18n.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Checkbox } from '../../kit/ui/Checkbox.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { TextInput } from '../../kit/ui/TextInput.tsx';
import { styleClass } from '../../theme/classes.ts';
import { Contrasts } from './Contrasts.tsx';
import { type Editing, useEditing, useField } from './editing.ts';
import { LinesField, PictureField, ValueField } from './inputs.tsx';
import { LookPreview } from './LookPreview.tsx';
import { lookSource, noteKey, type Standing } from './look.ts';
import { OwnLabelDialog } from './OwnLabelDialog.tsx';
import { PartFrame } from './PartFrame.tsx';

const NAME = { kind: 'text', max: 60, required: true } as const;
const SUPPORT = { kind: 'text', max: 120 } as const;
const NOTE = { kind: 'text', max: 200 } as const;
const COLOUR = /^#[0-9a-f]{6}$/i;
const HOSTS = ['hosts', 'isDefault'];

const swatchClass = styleClass({
  display: 'flex',
  gap: '2',
  alignItems: 'center',
  w: 'full',
  '& > input[type=color]': { flex: 'none', w: '10', h: 'control', p: '0', borderWidth: '0', bg: 'transparent' },
});

/** The brand under which the building shows itself, looked at before it is saved. */
export function LookPart() {
  const { t } = useTranslation('unit-group');
  const editing = useEditing<Standing>(lookSource);
  const [making, setMaking] = useState(false);
  const { may = false, keeper = false, buildings = [] } = editing.setting?.extra ?? {};
  const locked = (name: string) => !may || (HOSTS.includes(name) && !keeper);
  const text = (name: string) => String(editing.value(name) ?? '');
  const accent = text('accent');
  const colour = COLOUR.test(accent) ? accent : null;
  const label = (name: string) => {
    const [part = '', language = ''] = name.split('.');
    const spoken = LANGUAGE_NAMES[language as keyof typeof LANGUAGE_NAMES];
    return t(`look.fields.${part}`) + (spoken ? ` · ${spoken}` : '');
  };
  return (
    <PartFrame editing={editing as unknown as Editing} words="look.fields" label={label} locked={locked}>
      {!may && <p data-note="">{t('look.notYours')}</p>}
      <FormPart title={t('look.brand')}>
        <ValueField name="name" field={NAME} />
        <Accent />
        <ValueField name="support" field={SUPPORT} />
        <PictureField name="logo" />
        <PictureField name="logoDark" dark />
      </FormPart>
      <p data-note="">
        {t('look.shared', { count: buildings.length, names: buildings.join(', ') })}{' '}
        {keeper && (
          <Button look="ghost" size="sm" icon={Palette} onClick={() => setMaking(true)}>
            {t('look.own')}
          </Button>
        )}
      </p>
      <section aria-label={t('look.preview')}>
        <h2>{t('look.preview')}</h2>
        <LookPreview
          accent={colour}
          name={text('name')}
          logo={text('logo')}
          logoDark={text('logoDark')}
          note={text(noteKey('vi'))}
          support={text('support')}
        />
      </section>
      <section aria-label={t('look.contrast')}>
        <h2>{t('look.contrast')}</h2>
        <Contrasts accent={colour} />
      </section>
      <FormPart title={t('look.fields.hosts')}>
        <LinesField name="hosts" rows={3} help={`${t('look.hostsHelp')}${keeper ? '' : ` ${t('keeperOnly')}`}`} />
        <Default />
      </FormPart>
      <FormPart title={t('look.fields.notes')}>
        {LANGUAGES.map(language => (
          <Note key={language} language={language} />
        ))}
      </FormPart>
      <OwnLabelDialog
        open={making}
        onClose={done => {
          setMaking(false);
          if (done) editing.reload();
        }}
      />
    </PartFrame>
  );
}

function Note({ language }: { language: keyof typeof LANGUAGE_NAMES }) {
  const own = useField(noteKey(language));
  return (
    <div data-wide lang={language}>
      <Field label={LANGUAGE_NAMES[language]} error={own.error}>
        <TextInput
          name={noteKey(language)}
          maxLength={NOTE.max}
          value={String(own.value ?? '')}
          disabled={own.locked}
          onChange={event => own.put(event.target.value || null)}
        />
      </Field>
    </div>
  );
}

/** A colour by its number or from the browser's own choice. */
function Accent() {
  const { t } = useTranslation('errors');
  const own = useField('accent');
  const typed = String(own.value ?? '');
  const valid = COLOUR.test(typed);
  const put = (value: string) => own.put(value || null);
  return (
    <Field label={own.label} error={own.error ?? (typed && !valid ? t('COLOUR_INVALID') : undefined)}>
      <span className={swatchClass()}>
        <input
          type="color"
          aria-label={own.label}
          value={valid ? typed.toLowerCase() : '#0b6673'}
          disabled={own.locked}
          onChange={event => put(event.target.value.toUpperCase())}
        />
        <TextInput
          name="accent"
          maxLength={7}
          placeholder="#0B6673"
          value={typed}
          disabled={own.locked}
          onChange={event => put(event.target.value)}
        />
      </span>
    </Field>
  );
}

function Default() {
  const own = useField('isDefault');
  return (
    <div data-wide>
      <Checkbox
        label={own.label}
        checked={own.value === true}
        disabled={own.locked}
        onChange={event => own.put(event.target.checked)}
      />
    </div>
  );
}
