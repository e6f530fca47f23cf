import { useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import type { TypedValues } from '../../kit/ui/form/read-form.ts';
import { Preview } from './Preview.tsx';
import { VariablePanel } from './VariablePanel.tsx';
import { wordsIn } from './words.ts';

const PAIRS = ['purpose', 'channel', 'language', 'name', 'attachPdf', 'accents'];
const WIDE = ['subject', 'body', 'text', 'note'];
const WATCHED = ['purpose', 'channel', 'language', 'subject', 'body', 'text', 'accents'] as const;
const WORDS = ['subject', 'body', 'text'];

type Editable = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

/** Content of a template, the available variables, and a preview. */
export function TemplateFields() {
  const { getValues, setValue } = useFormContext<TypedValues>();
  const watched = useWatch<TypedValues>({ name: [...WATCHED] });
  const box = useRef<HTMLDivElement>(null);
  const last = useRef<{ name: string; element: Editable } | null>(null);
  const values = wordsIn(Object.fromEntries(WATCHED.map((name, n) => [name, watched[n]])));
  const remember = (target: EventTarget) => {
    if (!(target instanceof HTMLElement)) return;
    const name = target.closest('[data-field]')?.getAttribute('data-field') ?? '';
    if (WORDS.includes(name)) last.current = { name, element: target };
  };
  const usual = () => {
    const name = values.channel === 'EMAIL' ? 'body' : 'text';
    const element = box.current?.querySelector<HTMLElement>(
      `[data-field="${name}"] :is(textarea, [contenteditable="true"])`,
    );
    return element ? { name, element } : null;
  };
  const insert = (variable: string) => {
    const at = last.current?.element.isConnected ? last.current : usual();
    if (!at) return;
    const put = `{{${variable}}}`;
    at.element.focus();
    if (at.element instanceof HTMLInputElement || at.element instanceof HTMLTextAreaElement) {
      const text = String(getValues(at.name) ?? '');
      const [from, to] = [at.element.selectionStart ?? text.length, at.element.selectionEnd ?? text.length];
      setValue(at.name, text.slice(0, from) + put + text.slice(to), { shouldDirty: true, shouldValidate: true });
      // After the form has rendered: the caret moves behind the inserted text.
      const element = at.element;
      requestAnimationFrame(() => element.setSelectionRange(from + put.length, from + put.length));
      return;
    }
    // The rich text editor handles this like typed input.
    document.execCommand('insertText', false, put);
  };
  return (
    <div ref={box} style={{ display: 'grid', gap: 16 }} onFocusCapture={event => remember(event.target)}>
      <FieldPairs names={PAIRS} wide={WIDE} />
      <VariablePanel words={values} onInsert={insert} />
      <Preview words={values} />
    </div>
  );
}
