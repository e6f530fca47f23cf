import { TEMPLATE_VARIABLES } from '@lobby/shared/modules/template-variables.ts';
import { useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import type { TypedValues } from '../../kit/ui/form/read-form.ts';
import { styleClass } from '../../theme/classes.ts';
import { Preview } from './Preview.tsx';

const PAIRS = ['name', 'kind', 'channel', 'language'];
const WIDE = ['subject', 'content'];

const namesClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1.5',
  '& > span': { flexBasis: 'full', color: 'fg.muted', textStyle: 'xs' },
  '& button': {
    minH: '7',
    px: '2',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'md',
    textStyle: 'xs',
    _hover: { bg: 'bg.subtle' },
  },
});

const said = (value: unknown) => (typeof value === 'string' ? value : '');

/** The words of a template, the variables at hand, and how a household would read it. */
export function TemplateFields() {
  const { t } = useTranslation('template');
  const { getValues, setValue } = useFormContext<TypedValues>();
  const [channel, language, subject, content] = useWatch<TypedValues>({ name: [...PAIRS.slice(2), ...WIDE] });
  const box = useRef<HTMLDivElement>(null);
  const insert = (name: string) => {
    const area = box.current?.querySelector<HTMLTextAreaElement>('[data-field="content"] textarea');
    const text = said(getValues('content'));
    const [from, to] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length];
    const put = `{{${name}}}`;
    setValue('content', text.slice(0, from) + put + text.slice(to), { shouldDirty: true, shouldValidate: true });
    // After the form has drawn it: the caret stands behind what was put in.
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + put.length, from + put.length);
    });
  };
  const words = {
    channel: said(channel) || 'EMAIL',
    language: said(language) || 'vi',
    subject: said(subject),
    content: said(content),
  };
  return (
    <div ref={box} style={{ display: 'grid', gap: 16 }}>
      <FieldPairs names={PAIRS} wide={WIDE} />
      <div className={namesClass()}>
        <span>{t('variables.title')}</span>
        {TEMPLATE_VARIABLES.map(name => (
          <button key={name} type="button" onClick={() => insert(name)}>
            {t(`variables.${name}`)}
          </button>
        ))}
      </div>
      <Preview words={words} />
    </div>
  );
}
