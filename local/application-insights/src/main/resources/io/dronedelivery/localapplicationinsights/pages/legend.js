import { element } from './format.js';

/** A button for each line of a chart, which hides it and shows it again; what is hidden stays so while new figures come in. */
export class Legend {
  constructor(changed) {
    this.changed = changed;
    this.hidden = new Set();
    this.root = element('div', { class: 'chart-legend', role: 'group', 'aria-label': 'Lines' });
  }

  /** Lines: {name, color, dashed}. The buttons stay while the names do, and with them the focus. */
  show(lines) {
    const names = lines.map((line) => line.name).join('\n');
    if (names !== this.names) {
      this.names = names;
      this.root.replaceChildren(...lines.map((line) => this.button(line.name)));
    }
    lines.forEach((line, index) => {
      const button = this.root.children[index];
      button.style.setProperty('--stroke', line.color);
      button.classList.toggle('dashed', Boolean(line.dashed));
    });
  }

  button(name) {
    const made = element('button', { type: 'button', 'aria-pressed': String(!this.hidden.has(name)) }, name);
    made.addEventListener('click', () => {
      if (!this.hidden.delete(name)) {
        this.hidden.add(name);
      }
      made.setAttribute('aria-pressed', String(!this.hidden.has(name)));
      this.changed();
    });
    return made;
  }

  /** As ECharts wants it: a line is shown unless it is said not to be. */
  get selected() {
    return Object.fromEntries([...this.hidden].map((name) => [name, false]));
  }
}
