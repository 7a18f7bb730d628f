import {
  IconBlockquote,
  IconBold,
  IconH3,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconUnderline,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useState } from 'react';
import { useT } from '../../i18n.ts';
// Sets the page's cleaner for markup, which the editor needs before it reads any.
import { cleanHtml } from '../../ui/rich-text.tsx';
import type { InputProps } from './input-props.ts';
import './rich-input.css';

const kit = StarterKit.configure({
  heading: { levels: [3, 4] },
  codeBlock: false,
  horizontalRule: false,
  link: { openOnClick: false, protocols: ['https', 'mailto', 'tel'], defaultProtocol: 'https' },
});

/** Formatted text: words, lists and links, written as they will be read. */
export function RichInput({ id, field, value, error, onChange, onBlur }: InputProps) {
  const t = useT();
  const [start] = useState(() => cleanHtml(String(value ?? '')));
  const editor = useEditor({
    extensions: [kit],
    content: start,
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        class: 'inp rich',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': field.label,
        ...(error ? { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` } : {}),
      },
    },
    onUpdate: ({ editor }) => onChange(editor.isEmpty ? '' : editor.getHTML()),
    onBlur,
  });
  return (
    <div className="rich-input">
      {editor ? <Bar editor={editor} label={t('rich.bar')} /> : null}
      <EditorContent editor={editor} />
    </div>
  );
}

function Bar({ editor, label }: { editor: Editor; label: string }) {
  const t = useT();
  const on = useEditorState({
    editor,
    selector: ({ editor }) => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      underline: editor.isActive('underline'),
      heading: editor.isActive('heading'),
      bullet: editor.isActive('bulletList'),
      ordered: editor.isActive('orderedList'),
      quote: editor.isActive('blockquote'),
      link: editor.isActive('link'),
    }),
  });
  const [address, setAddress] = useState<string>();
  const chain = () => editor.chain().focus();
  const link = () => (on.link ? chain().unsetLink().run() : setAddress(address === undefined ? 'https://' : undefined));
  const target = (address ?? '').trim().replace(/^(https?:\/\/)+/i, 'https://');
  const isAddress = /^(https:\/\/[^\s/:]+\.[^\s]+|mailto:\S+@\S+|tel:\+?[\d-]+)$/.test(target) && URL.canParse(target);
  const setLink = () => {
    if (!isAddress) return;
    chain().extendMarkRange('link').setLink({ href: target }).run();
    setAddress(undefined);
  };
  const tools = [
    { name: 'bold', label: 'rich.bold', Icon: IconBold, run: () => chain().toggleBold().run() },
    { name: 'italic', label: 'rich.italic', Icon: IconItalic, run: () => chain().toggleItalic().run() },
    { name: 'underline', label: 'rich.underline', Icon: IconUnderline, run: () => chain().toggleUnderline().run() },
    { name: 'heading', label: 'rich.heading', Icon: IconH3, run: () => chain().toggleHeading({ level: 3 }).run() },
    { name: 'bullet', label: 'rich.bullet', Icon: IconList, run: () => chain().toggleBulletList().run() },
    { name: 'ordered', label: 'rich.ordered', Icon: IconListNumbers, run: () => chain().toggleOrderedList().run() },
    { name: 'quote', label: 'rich.quote', Icon: IconBlockquote, run: () => chain().toggleBlockquote().run() },
    { name: 'link', label: 'rich.link', Icon: IconLink, run: link },
  ] as const;
  return (
    <div className="rich-bar" role="toolbar" aria-label={label}>
      {tools.map(({ name, label, Icon, run }) => (
        <button
          key={name}
          type="button"
          className="btn g ic sm"
          aria-label={t(label)}
          title={t(label)}
          aria-pressed={on[name]}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void run()}
        >
          <Icon className="i s" aria-hidden="true" />
        </button>
      ))}
      {address === undefined ? null : (
        <span className="row grow">
          <input
            className="inp"
            // The field appears because its button was pressed: the focus belongs in it.
            autoFocus
            onFocus={(event) => event.currentTarget.select()}
            dir="ltr"
            aria-label={t('rich.linkTo')}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setAddress(undefined);
              else if (event.key === 'Enter') setLink();
              else return;
              // The form must not hear these two.
              event.preventDefault();
              event.stopPropagation();
            }}
          />
          <button type="button" className="btn d" disabled={!isAddress} onClick={setLink}>
            {t('rich.setLink')}
          </button>
        </span>
      )}
    </div>
  );
}
