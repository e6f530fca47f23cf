import { PLACEHOLDERS } from '@lobby/shared/modules/contract-template.ts';
import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '../../../kit/ui/form/inputs/FieldInput.tsx';
import { styleClass } from '../../../theme/classes.ts';

export const TEMPLATE_FIELDS = ['name', 'note', 'language', 'active', 'text'] as const;

const pairClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: '1fr 1fr' },
  columnGap: '4',
  rowGap: '4',
});
const placesClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1.5',
  '& > span': { w: 'full', textStyle: 'sm', color: 'fg.muted' },
  '& > button': {
    h: '7',
    px: '2',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'md',
    textStyle: 'xs',
    _hover: { bg: 'bg.subtle' },
  },
});

/** Form of a template; variables are inserted at the cursor. */
export function TemplateFields() {
  const { t } = useTranslation('contract-template');
  const { setValue, getValues } = useFormContext();
  const text = useRef<HTMLDivElement>(null);
  const insert = (name: string) => {
    const area = text.current?.querySelector('textarea');
    const before = String(getValues('text') ?? '');
    const at = area?.selectionStart ?? before.length;
    const end = area?.selectionEnd ?? at;
    const put = `{{${name}}}`;
    setValue('text', before.slice(0, at) + put + before.slice(end), { shouldDirty: true });
    // After the controlled value has been rendered.
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(at + put.length, at + put.length);
    });
  };
  return (
    <>
      <div className={pairClass()}>
        <FieldInput name="name" autoFocus />
        <FieldInput name="note" />
        <FieldInput name="language" />
        <FieldInput name="active" />
      </div>
      <fieldset className={placesClass()}>
        <span>{t('insert')}</span>
        {PLACEHOLDERS.map(name => (
          <button key={name} type="button" onClick={() => insert(name)}>
            {t(`placeholders.${name}`)}
          </button>
        ))}
      </fieldset>
      <div ref={text}>
        <FieldInput name="text" />
      </div>
    </>
  );
}
