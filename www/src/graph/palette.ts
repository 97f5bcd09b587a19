/** The colours of the drawing, from the page's style. */

/** One colour for each purpose. */
export interface Palette {
  readonly node: string;
  readonly faint: string;
  readonly edge: string;
  readonly chosen: string;
  readonly disputed: string;
  readonly ink: string;
  readonly soft: string;
  readonly ground: string;
}

/** Reads the colours of the present colour scheme. */
export function paletteOf(host: HTMLElement): Palette {
  const style = getComputedStyle(host);
  const colour = (name: string) => style.getPropertyValue(`--graph-${name}`).trim();
  return {
    node: colour("node"),
    faint: colour("faint"),
    edge: colour("edge"),
    chosen: colour("chosen"),
    disputed: colour("disputed"),
    ink: colour("ink"),
    soft: colour("soft"),
    ground: colour("ground"),
  };
}
