/** State of the browser tab. */
interface Tab {
  /** Used if there are no other words. */
  brand: string;
  icon: string;
  /** The open record or screen, then the project. */
  words: readonly string[];
  unread: number;
}

const SIZE = 64;
const link = () => document.querySelector<HTMLLinkElement>('link[rel=icon]');
let now: Tab = { brand: document.title, icon: link()?.href ?? '', words: [], unread: 0 };

/** Updates the browser tab: unread count before the title, and a dot on the icon. */
export function showTab(change: Partial<Tab>): void {
  const before = now;
  now = { ...now, ...change };
  const title = now.words.join(' · ') || now.brand;
  document.title = now.unread > 0 ? `(${now.unread}) ${title}` : title;
  if (now.icon !== before.icon || now.unread > 0 !== before.unread > 0) void showIcon(now.icon, now.unread > 0);
}

async function showIcon(icon: string, dotted: boolean): Promise<void> {
  // If the icon cannot be drawn on, it stays as it is; the count is in the title.
  const shown = dotted ? await withDot(icon).catch(() => icon) : icon;
  const element = link();
  if (element && icon === now.icon && dotted === now.unread > 0) element.href = shown;
}

/** The icon with a dot in its corner. */
async function withDot(icon: string): Promise<string> {
  const image = new Image(SIZE, SIZE);
  image.src = icon;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) return icon;
  pen.drawImage(image, 0, 0, SIZE, SIZE);
  pen.fillStyle = '#d92d20';
  pen.arc(SIZE * 0.75, SIZE * 0.25, SIZE / 4, 0, 2 * Math.PI);
  pen.fill();
  return canvas.toDataURL();
}
