${title}
${about}

This archive holds what ${whose} may know of ${what}, as it stood when it was made.
Open index.html: it needs no network and no script, and any web space takes it.
% if own:

Leave out every folder "own" when you publish it: it holds what you alone may see.
% endif

What is in it
-------------
index.html, style.css   the page
facts.json              all that was told, fact by fact; and the answers, once a race is over
proof.json              rolls and seals, as /race verify gives them; docs/verification.md says how to check them
facts.csv, field.csv    the same facts, and who drives, as tables
results.csv             places of a race that is over
standings.txt, .csv     the standings
% if has_season:
ledger.csv              what moved between treasuries; each movement sums to 0
% endif
story.txt               what the thread told
pictures/               boards, charts, films; beside each a text that says the same
% if is_series:
race-1/, race-2/ ...    the same for each race
% endif
% if letters:
letters/                letters of each issue of the paper
% endif
% if own:
own/                    your orders, your bets, and all else that you alone may see
% endif

If films came in archives of their own, unpack all of them into one folder.

To play it again with Quadriga's source: python -m conformance export THIS_FILE.zip
It tells you what fits and what doesn't. A race under way is checked as far as it has been told.
