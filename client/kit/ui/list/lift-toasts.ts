/** How far from the foot of the window toasts keep away, while something floats there. */
const FLOOR = '--toast-floor';

/** The ref of what floats over the foot of a list: toasts stand above it, however high it is, never over it. */
export function liftToasts(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return;
  const { style } = document.documentElement;
  const measure = () =>
    style.setProperty(FLOOR, `${Math.ceil(window.innerHeight - bar.getBoundingClientRect().top)}px`);
  const observer = new ResizeObserver(measure);
  observer.observe(bar);
  window.addEventListener('resize', measure);
  measure();
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', measure);
    style.removeProperty(FLOOR);
  };
}
