/** One experiment: what it was, whether its checks hold, and where its page is. */
function card({ folder, experiment, profile, written, machine, runs, tests, fitness, checks: all }) {
  const heading = element('h3', {}, element('a', { href: `${folder}/index.html` }, experiment));
  if (!all) {
    return element('section', { class: 'panel' }, heading, element('p', { class: 'bad' }, 'Its results cannot be read; run it again.'));
  }
  const failing = all.filter(fails);
  const state = tests?.planned ? progress(tests) : '';
  return element('section', { class: 'panel', 'aria-label': experiment },
    heading,
    element('p', { class: 'note' }, `Profile ${profile}, ${new Date(written).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}, ${machine.processors} × ${machine.cpu}, ${machine.java}`),
    state ? element('p', { class: 'state wait' }, state) : null,
    fitness?.reasons?.length ? element('p', { class: 'state wait' }, 'not comparable: the machine was unfit') : null,
    all.length ? element('p', { class: failing.length ? 'bad' : 'good' }, `${failing.length ? '✗' : '✓'} ${summary(all)}`) : null,
    failing.length ? element('ul', {}, failing.map((check) => element('li', {}, `${check.name}: ${check.figure}`))) : null,
    element('p', {}, runs.join(' · ')),
    element('p', {}, element('a', { href: `${folder}/results.md` }, 'results.md'), ' ', element('a', { href: `${folder}/results.json` }, 'results.json')));
}

document.getElementById('experiments').append(...experiments.map(card));
