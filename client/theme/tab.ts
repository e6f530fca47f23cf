/** What the tab of the browser says. */
interface Tab {
  /** Where nothing else is named. */
  brand: string;
  icon: string;
  /** The open record or the screen, then the place. */
  words: readonly string[];
  unread: number;
}

const SIZE = 64;
const link = () => document.querySelector<HTMLLinkElement>('link[rel=icon]');
let now: Tab = { brand: document.title, icon: link()?.href ?? '', words: [], unread: 0 };

/** Changes what the tab says: unread work in front of the title, and as a dot on the icon. */
export function showTab(change: Partial<Tab>): void {
  const before = now;
  now = { ...now, ...change };
  const title = now.words.join(' · ') || now.brand;
  document.title = now.unread > 0 ? `(${now.unread}) ${title}` : title;
  if (now.icon !== before.icon || now.unread > 0 !== before.unread > 0) void showIcon(now.icon, now.unread > 0);
}

async function showIcon(icon: string, dotted: boolean): Promise<void> {
  // Where it cannot be drawn on, the icon stays as it is: the count is in the title.
  const shown = dotted ? await withDot(icon).catch(() => icon) : icon;
  const element = link();
  if (element && icon === now.icon && dotted === now.unread > 0) element.href = shown;
}

/** The icon as a picture of its own, with a dot in its corner. */
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
