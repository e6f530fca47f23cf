import { cleanMarkup } from '@lobby/shared/kit/rich-text.ts';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { Bold, Heading2, Italic, Link, List, ListOrdered, Redo2, Underline, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../../../theme/classes.ts';
import { IconButton } from '../../../controls/Button.tsx';
import { TextInput } from '../../../controls/TextInput.tsx';
import { richClass } from '../../../RichText.tsx';
import { type InputProps, textOf } from '../input.ts';

const boxClass = styleClass({
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'md',
  bg: 'bg',
  _focusWithin: { borderColor: 'accent.focusRing' },
  '&[data-invalid]': { borderColor: 'bad.solid' },
  '& > header': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '1',
    p: '1',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  '& [contenteditable]': {
    minH: '28',
    maxH: '96',
    overflowY: 'auto',
    px: '3',
    py: '2',
    outline: 'none',
    whiteSpace: 'pre-wrap',
  },
  '& [aria-pressed=true]': { bg: 'accent.subtle', color: 'accent.fg' },
});

const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: { openOnClick: false, protocols: ['https', 'http', 'mailto', 'tel'] },
    codeBlock: false,
    code: false,
  }),
];

/** Rich text editor with bold, lists and links; takes and returns markup. */
export function RichTextEditor({
  id,
  label,
  value,
  invalid,
  onChange,
  onBlur,
  disabled = false,
  autoFocus = false,
}: InputProps) {
  const { t } = useTranslation('kit');
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: textOf(value),
    editable: !disabled,
    autofocus: autoFocus,
    // The product's style sheet has the styles, since the CSP forbids injected ones.
    injectCSS: false,
    editorProps: {
      attributes: { id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: richClass() },
    },
    onUpdate: ({ editor: current }) => onChange(cleanMarkup(current.isEmpty ? '' : current.getHTML())),
    onBlur: () => onBlur(),
  });
  const [href, setHref] = useState<string | null>(null);
  const held = textOf(value);
  // Applies a restored draft or another record; not to an editor that is being destroyed.
  useEffect(() => {
    if (
      editor &&
      !editor.isDestroyed &&
      !editor.isFocused &&
      held !== editor.getHTML() &&
      !(held === '' && editor.isEmpty)
    )
      editor.commands.setContent(held, { emitUpdate: false });
  }, [editor, held]);
  const on = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current?.isActive('bold') ?? false,
      italic: current?.isActive('italic') ?? false,
      underline: current?.isActive('underline') ?? false,
      heading: current?.isActive('heading') ?? false,
      bullets: current?.isActive('bulletList') ?? false,
      numbers: current?.isActive('orderedList') ?? false,
      link: current?.isActive('link') ?? false,
    }),
  });
  if (!editor) return null;
  const run = () => editor.chain().focus();
  const link = () => (on?.link ? void run().unsetLink().run() : setHref('https://'));
  const setLink = () => {
    if (href && href !== 'https://') run().setLink({ href }).run();
    setHref(null);
  };
  const buttons = [
    { name: 'bold', icon: Bold, go: () => run().toggleBold().run() },
    { name: 'italic', icon: Italic, go: () => run().toggleItalic().run() },
    { name: 'underline', icon: Underline, go: () => run().toggleUnderline().run() },
    { name: 'heading', icon: Heading2, go: () => run().toggleHeading({ level: 2 }).run() },
    { name: 'bullets', icon: List, go: () => run().toggleBulletList().run() },
    { name: 'numbers', icon: ListOrdered, go: () => run().toggleOrderedList().run() },
    { name: 'link', icon: Link, go: link },
  ] as const;
  return (
    <div className={boxClass()} data-invalid={invalid ? '' : undefined}>
      <header role="toolbar" aria-label={label}>
        {buttons.map(({ name, icon, go }) => (
          <IconButton
            key={name}
            size="sm"
            icon={icon}
            label={t(`rich.${name}`)}
            aria-pressed={on?.[name] ?? false}
            disabled={disabled}
            onClick={go}
          />
        ))}
        <IconButton
          size="sm"
          icon={Undo2}
          label={t('rich.undo')}
          disabled={disabled}
          onClick={() => run().undo().run()}
        />
        <IconButton
          size="sm"
          icon={Redo2}
          label={t('rich.redo')}
          disabled={disabled}
          onClick={() => run().redo().run()}
        />
      </header>
      {href !== null && (
        <TextInput
          size="sm"
          aria-label={t('rich.linkTo')}
          value={href}
          autoFocus
          onChange={event => setHref(event.target.value)}
          onBlur={setLink}
          onKeyDown={event => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key === 'Enter') setLink();
            else setHref(null);
          }}
        />
      )}
      <EditorContent editor={editor} />
    </div>
  );
}
