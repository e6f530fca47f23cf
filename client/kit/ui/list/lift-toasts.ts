/** CSS variable: distance of toasts from the bottom while something floats there. */
const FLOOR = '--toast-floor';

/** Ref of a bar floating over the bottom of a list: toasts stand above it, whatever its height. */
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
