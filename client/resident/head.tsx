import { Building2, ChevronLeft, X } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { brand } from './brand.ts';
import { go } from './path.ts';
import { t } from './words.ts';

/** What a page says in the head, where that is not its name. */
export interface Title {
  text: string;
  /** A line beneath: who answers, where it is. */
  detail?: string;
  /** Whose face stands beside it; of the building where it is empty. */
  face?: string;
}
interface Heads {
  setTitle: (title: Title | null) => void;
  /** Where the acts of a page stand. */
  end: HTMLElement | null;
}
export const Heads = createContext<Heads>({ setTitle: () => undefined, end: null });

/** Names the page in the head as long as it is shown. */
export function useTitle(text: string | undefined, detail = '', face?: string): void {
  const { setTitle } = useContext(Heads);
  useEffect(() => {
    if (text) setTitle({ text, detail, ...(face !== undefined && { face }) });
    return () => setTitle(null);
  }, [text, detail, face, setTitle]);
}

/** What stands at the end of the head. */
export function HeadEnd({ children }: { children: ReactNode }) {
  const { end } = useContext(Heads);
  return end ? createPortal(children, end) : null;
}

/** Two letters of a name: the first of its first and of its last word. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map(word => word?.[0] ?? '')
    .join('')
    .toUpperCase();
};
const TINTS = 7;
const tintOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % TINTS;

/** A face: two letters on a colour of their own; that of the building is its logo, or a house. */
export function Face({ name, size = 28 }: { name: string; size?: number }) {
  return (
    <span
      className="face"
      data-tint={name === '' ? 'own' : tintOf(name)}
      style={{ width: size, height: size, fontSize: size < 36 ? 11 : size < 48 ? 14 : 20 }}
      aria-hidden
    >
      {name !== '' ? initials(name) : brand.logo ? <img src={brand.logo} alt="" /> : <Building2 size={size * 0.55} />}
    </span>
  );
}

interface AppHeadProps {
  /** The name of the page. */
  name: string;
  title: Title | null;
  /** Where the arrow leads; without it there is none. */
  back?: string | undefined;
  /** A page that is filled in is closed, not left backwards. */
  closes?: boolean;
  onEnd: (end: HTMLElement | null) => void;
}

/** The head of a page: plain with its name, with the way back, or with a person. */
export function AppHead({ name, title, back, closes = false, onEnd }: AppHeadProps) {
  const Arrow = closes ? X : ChevronLeft;
  return (
    <header data-back={back ? '' : undefined}>
      {back && (
        <button type="button" className="icon" aria-label={t('back')} onClick={() => go(back)}>
          <Arrow size={24} aria-hidden />
        </button>
      )}
      {title?.face !== undefined && <Face name={title.face} size={36} />}
      <div className="says">
        <h1 data-small={title ? '' : undefined}>{title?.text ?? name}</h1>
        {title?.detail && <small>{title.detail}</small>}
      </div>
      <span className="end" ref={onEnd} />
    </header>
  );
}
