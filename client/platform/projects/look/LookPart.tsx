import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { Palette } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../../kit/i18n/i18n.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { FormPart } from '../../../kit/ui/form/FormPart.tsx';
import { type Editing, useEditing } from '../settings/editing.ts';
import { LinesField, ValueField } from '../settings/inputs.tsx';
import { PartFrame } from '../settings/PartFrame.tsx';
import { Contrasts } from './Contrasts.tsx';
import { Accent, COLOUR, Default, Note } from './LookFields.tsx';
import { LookPreview } from './LookPreview.tsx';
import { lookSource, noteKey, type Standing } from './look.ts';
import { OwnLabelDialog } from './OwnLabelDialog.tsx';
import { PictureField } from './PictureField.tsx';

const NAME = { kind: 'text', max: 60, required: true } as const;
const SUPPORT = { kind: 'text', max: 120 } as const;
const HOSTS = ['hosts', 'isDefault'];

/** White label of the project with preview. */
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
