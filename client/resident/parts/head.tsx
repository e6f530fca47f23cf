import { Building2, ChevronLeft, X } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { brand } from '../brand.ts';
import { go } from '../path.ts';
import { t } from '../words.ts';

/** Title in the header, if it is not the page's name. */
export interface Title {
  text: string;
  /** Second line: who answers, or where it is. */
  detail?: string;
  /** Name for the avatar; empty for the building's. */
  face?: string;
}
interface Heads {
  setTitle: (title: Title | null) => void;
  /** Container of the page's actions. */
  end: HTMLElement | null;
}
export const Heads = createContext<Heads>({ setTitle: () => undefined, end: null });

/** Sets the title in the header while the page is shown. */
export function useTitle(text: string | undefined, detail = '', face?: string): void {
  const { setTitle } = useContext(Heads);
  useEffect(() => {
    if (text) setTitle({ text, detail, ...(face !== undefined && { face }) });
    return () => setTitle(null);
  }, [text, detail, face, setTitle]);
}

/** Renders content at the end of the header. */
export function HeadEnd({ children }: { children: ReactNode }) {
  const { end } = useContext(Heads);
  return end ? createPortal(children, end) : null;
}

/** Returns the initials of the first and last word of a name. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map(word => word?.[0] ?? '')
    .join('')
    .toUpperCase();
};
const TINTS = 7;
const tintOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % TINTS;

/** An avatar: initials on a colour derived from the name; for the building, its logo or a house. */
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
  /** Name of the page. */
  name: string;
  title: Title | null;
  /** Target of the back arrow; without it there is none. */
  back?: string | undefined;
  /** Shows a cross instead of the arrow, for pages to fill in. */
  closes?: boolean;
  onEnd: (end: HTMLElement | null) => void;
}

/** Header of a page: with its name only, with a back arrow, or with a person. */
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
