const mark = 'wholeText';
/** The text of a cell is some elements above what the pointer meets. */
const mostAbove = 4;

/**
 * What ends in dots because its column is too narrow says itself whole under the pointer. A title that somebody wrote stays. It is looked at
 * when the pointer comes, as only then it is known how wide the box is.
 */
export function tellWholeTexts(root: Document): void {
  root.addEventListener('pointerover', ({ target }) => {
    let box = target instanceof HTMLElement ? target : null;
    for (let above = 0; box && above < mostAbove; above += 1, box = box.parentElement) {
      if (getComputedStyle(box).textOverflow !== 'ellipsis') continue;
      const isOurs = mark in box.dataset;
      if (!isOurs && box.title !== '') return;
      // Half a pixel is no letter.
      if (box.scrollWidth > box.clientWidth + 1) {
        box.title = box.innerText.trim();
        box.dataset[mark] = '';
      } else if (isOurs) {
        box.removeAttribute('title');
        delete box.dataset[mark];
      }
      return;
    }
  });
}
